# source: 2.3.0+dfsg-1 libharu_2.3.0+dfsg.orig.tar.xz 87e8269d4b1b333a6e44168b4209bc6442ae3a11557cc8dc386fed65400bd34e
sed -i s/RC2// include/hpdf_version.h # 2.3.0 calls itself its candidate; it stands in every PDF
printf '#define LIBHPDF_%s 1\n' HAVE_LIBPNG HAVE_LIBZ STDC_HEADERS >include/hpdf_config.h
compile libhpdf.a -Iinclude -- src/*.c
cp include/*.h "$out/include"
