# source: 1.0.8-5 bzip2_1.0.8-5.dsc ed9c40f4de3f9e064535e15eac1c61a0f606763db98f4579dbc04067b94a8944
compile libbz2.a -D_FILE_OFFSET_BITS=64 -- blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c
cp bzlib.h "$out/include"
