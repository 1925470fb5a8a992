"""The page on which the owner of a printed game corrects its data: a draft, its drawing, its forms, its photo."""
