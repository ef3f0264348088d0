# source: 1:1.2.13.dfsg-1 zlib_1.2.13.dfsg-1.dsc 3fa1e6b2fc525062aa88207dda52fed8e045373c809d362fe8a2bfbf7cf515a8
compile libz.a -DHAVE_UNISTD_H -- *.c
cp zlib.h zconf.h "$out/include"
