# source: 5.4.1-1+deb12u2 xz-utils_5.4.1-1+deb12u2.dsc bffc9917562b5787661379621bb1f7510bf7271b03d8ce4181cebc84b90d3c35
configure --disable-{xz,xzdec,lzmadec,lzmainfo,lzma-links,scripts,doc,nls}
build -C src/liblzma
cp src/liblzma/.libs/liblzma.a "$out/lib"
ration liblzma.a
cp -r src/liblzma/api/{lzma.h,lzma} "$out/include"
