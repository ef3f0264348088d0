# source: 3.11.2-6+deb12u9 python3.11_3.11.2.orig.tar.gz 2411c74bda5bbcfcddaf4531f66d1adc73f247f529aee981b029513aefdbf849
# For the wheel for Windows: the headers with their settings for Windows, and what python3.dll, the stable ABI, has.
mkdir -p "$out/include/python"
cp -r Include/. PC/pyconfig.h "$out/include/python"
{
    echo 'LIBRARY python3.dll'
    echo EXPORTS
    sed -n 's/^EXPORT_FUNC(\(.*\))/\1/p; s/^EXPORT_DATA(\(.*\))/\1 DATA/p' PC/python3dll.c
} >python3.def
$host-dlltool -d python3.def -l "$out/lib/libpython3.a"
