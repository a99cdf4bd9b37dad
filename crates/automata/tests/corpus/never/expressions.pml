never claim { // by hand
  do :: !x && (len(c) > 2 || "odd \"name\"") ; goto next :: else od;
  accept_one: next: if :: (x == 1) -> skip :: P[0]@cs && !(y[i + 1] != -3) fi
  accept_two: do :: (P[0].y + 1) * 2 != 4 od;
  dead: false }
