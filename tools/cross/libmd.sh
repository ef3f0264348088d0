# source: 1.0.4-2 libmd_1.0.4-2.dsc 5e060cb277f31e67b91033e05ece00832ca8056decba873b1698a5680414a177
echo '#define HAVE_STDINT_H 1' >config.h
compile libmd.a -I. -Iinclude -include unistd.h -DHAVE_CONFIG_H -- src/{md5,sha2,md5hl,sha256hl}.c
cp include/{md5,sha2,sha256}.h "$out/include"
