"""Records of playtests: what is in each of them (`reading`), and many together in numbers (`summary`)."""
