never { a: if :: (p && -> goto nowhere fi
