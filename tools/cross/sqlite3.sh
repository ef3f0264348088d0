# source: 3.40.1-2+deb12u2 sqlite3_3.40.1-2+deb12u2.dsc ee3459ae9d00939741c7708fc1b8ce1bde12d8c3fb1dfa005bbbc8651d884e23
# The amalgamation is made by programs of this machine.
env -u CPPFLAGS -u LDFLAGS CC=cc AR=ar RANLIB=ranlib ./configure --disable-shared >configure.said
make -s sqlite3.c sqlite3.h
threads=1 without=
[ $triple != wasm32 ] || threads=0 without=$(printf -- '-DSQLITE_OMIT_%s ' JSON DEPRECATED TRACE COMPLETE TCL_VARIABLE DECLTYPE GET_TABLE INCRBLOB \
    COMPILEOPTION_DIAGS AUTHORIZATION UTF16) # which a page would load for nothing
compile libsqlite3.a -DSQLITE_THREADSAFE=$threads $without -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DQS=0 -DSQLITE_OMIT_SHARED_CACHE \
    -DSQLITE_DEFAULT_MEMSTATUS=0 -- sqlite3.c
cp sqlite3.h "$out/include"
