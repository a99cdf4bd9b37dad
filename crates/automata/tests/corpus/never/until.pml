never { /* p U q */
T0_init:
  if
  :: (q) -> goto accept_all
  :: (p && !q) -> goto T0_init
  fi;
accept_all:
  skip
}
