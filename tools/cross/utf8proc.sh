# source: 2.8.0-1 utf8proc_2.8.0-1.dsc 6ce2b0ab12fe7d0c3fd0a40d4eb886ae82bf6ea356e4db1a0a9f76582947625c
compile libutf8proc.a -DUTF8PROC_STATIC -- utf8proc.c
cp utf8proc.h "$out/include"
