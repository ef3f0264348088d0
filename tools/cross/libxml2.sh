# source: 2.9.14+dfsg-1.3~deb12u6 libxml2_2.9.14+dfsg-1.3~deb12u6.dsc d86ce3efb1b75d2781f72f5cdd187474c148a915d610295c85162681bb070a65
configure --with-minimum --with-tree --with-sax1 --with-push --with-output --without-{iconv,python,lzma,zlib,threads}
build libxml2.la
cp .libs/libxml2.a "$out/lib"
mkdir -p "$out/include/libxml"
cp include/libxml/*.h "$out/include/libxml"
