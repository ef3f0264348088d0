/* Mails as archives: their parts with names, decoded. */
#include "support/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mime.h"
#include "source/archive.h"

struct noting {
    struct archive_taker taker;
    struct strbuf seen; /* "name=bytes|" of each member */
    char charset[CHARSET_NAME_MAX]; /* of the last one */
    int64_t written;
    size_t n;
};

static void note(struct archive_taker *self, const struct archive_member *m, struct strbuf *bytes)
{
    struct noting *n = (struct noting *)self;
    strbuf_printf(&n->seen, "%s=%s|", m->name, strbuf_text(bytes));
    memcpy(n->charset, m->charset, sizeof n->charset);
    n->written = m->written;
    n->n++;
}

static const struct archive_limits wide = {.members = 100, .bytes = 1 << 20, .depth = 3};

/* `error`: the only one, or NULL. */
static void gives(const char *mail, const char *seen, const char *error)
{
    struct noting n = {.taker = {.take = note}};
    struct diags d;
    diags_init(&d, NULL);
    const struct archive_source from = {NULL, span_of(mail)};
    assert_int_equal(archive_each(&from, "m.eml", &wide, NULL, &n.taker, &d),
                     error == NULL ? ARCHIVE_READ : ARCHIVE_IN_PART);
    assert_string_equal(strbuf_text(&n.seen), seen);
    assert_int_equal(d.n_errors, error != NULL);
    if (error != NULL && strstr(d.at[0].message, error) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", d.at[0].message, error);
    strbuf_done(&n.seen);
    diags_done(&d);
}

#define HEAD "Message-ID: <1@x>\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"

TEST(a_mail_of_one_text_is_a_member_with_the_name_of_the_mail)
{
    gives("Message-ID: <1@x>\n\nZo=C3=AB\n", "m.eml/m.plain=Zo=C3=AB\n|", NULL);
}

TEST(what_people_copy_of_a_head_is_not_a_mail)
{
    static const char *const texts[] = {"From: Ann\nTo: Bo\nSubject: x\nDate: today\n\n 5 point match\n",
                                        "Hi Bo,\nMessage-ID: <1@x>\n\n",
                                        " 7 point match\n",
                                        "",
                                        "From Ann with love\n\n",
                                        "-- \nAnn\n",
                                        "Message-ID\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_false(archive_begins(span_of(texts[i])));
}

TEST(a_mail_begins_with_a_head_of_its_own)
{
    static const char *const mails[] = {"From: Ann\r\nMIME-Version: 1.0\r\n\r\nHi\r\n",
                                        "\n\nReceived: from a\n by b\nFrom: Ann\n\nHi\n",
                                        "From ann@x.org Thu Jan  2 10:11:12 2025\nFrom: Ann\n\nHi\n",
                                        "From - Thu\nX-Status: 1\nDelivered-To: ann\n\nHi\n",
                                        "--b\nContent-Type: text/plain\n\nHi\n--b--\n",
                                        "Content-Type: text/plain\nTo: a"};
    for (size_t i = 0; i < sizeof mails / sizeof *mails; i++)
        assert_true(archive_begins(span_of(mails[i])));
}

TEST(parts_become_members_by_their_names_or_types)
{
    gives(HEAD
          "--b\n\nHi\n--b\nContent-Type: text/html\n\n<p>\n--b\n"
          "Content-Type: application/octet-stream; name=a.mat\nContent-Disposition: attachment; filename=b.mat\n\nX\n"
          "\n--b--\n",
          "m.eml/m-1.plain=Hi|m.eml/m-2.html=<p>|m.eml/b.mat=X\n|", NULL);
    gives("Content-Type: image/x_y;\n name=\"\"\nX: y\n\nX", "m.eml/m.x_y=X|", NULL);
    gives(HEAD "--b\nContent-Type: text/plain; name=empty.mat\n\n--b\n\n \n--b--\n", "m.eml/empty.mat=|", NULL);
}

TEST(text_around_parts_is_not_lost)
{
    gives(HEAD "before\n--b\n\nHi\n--b--\nbehind\n",
          "m.eml/m-1.plain=before|m.eml/m-2.plain=Hi|m.eml/m-3.plain=behind\n|", NULL);
}

TEST(parts_of_one_name_stay_apart)
{
    gives(HEAD "--b\nContent-Type: text/plain; name=a.mat\n\n1\n--b\nContent-Type: text/plain; name=a.mat\n\n2\n"
               "--b\nContent-Type: text/plain; name=a-2.mat\n\n3\n--b--\n",
          "m.eml/a.mat=1|m.eml/a-2.mat=2|m.eml/a-2-3.mat=3|", NULL);
}

TEST(encodings_are_taken_off)
{
    gives("Content-Transfer-Encoding: quoted-printable\n\nZo=C3=AB a=  \nb=3Dc =zz \t\r\nx =20\n=",
          "m.eml/m.plain=Zo\xc3\xab ab=c =zz\r\nx  \n|", NULL);
    gives("content-transfer-encoding: BASE64\n\nWm/D\r\nqw==\n", "m.eml/m.plain=Zo\xc3\xab|", NULL);
    gives("Content-Transfer-Encoding: 8bit\n\na=3D\n", "m.eml/m.plain=a=3D\n|", NULL);
}

TEST(damage_is_an_error_with_the_name_of_the_part_and_what_is_left_is_a_member)
{
    gives(HEAD
          "--b\nContent-Transfer-Encoding: base64\nContent-Type: text/plain; name=a.mat\n\nWm/Dq\n--b\n\nHi\n--b--\n",
          "m.eml/a.mat=Zo\xc3|m.eml/m-2.plain=Hi|", "m.eml/a.mat: is damaged or cut off");
    gives("Content-Transfer-Encoding: base64\n\nWm/D\n!!!\nqw==\n", "m.eml/m.plain=Zo\xc3\xab|",
          "m.eml/m.plain: is damaged");
    gives("Content-Transfer-Encoding: base64\n\nWm/DZ\n-- \nA list\n",
          "m.eml/m.plain=Zo\xc3|m.eml/m-2.plain=\n-- \nA list\n|", "m.eml/m.plain: is d");
    gives("Content-Transfer-Encoding: base64\n\nWm/Dqw==\nWm/Dqw==\n",
          "m.eml/m.plain=Zo\xc3\xab|m.eml/m-2.plain=\nWm/Dqw==\n|", "m.eml/m.plain: is d");
    gives(HEAD "--b\n\nHi\n--b\n\nHo\n", "m.eml/m-1.plain=Hi|m.eml/m-2.plain=Ho\n|", "m.eml: is damaged or cut off");
    gives(HEAD "no boundary\n", "m.eml/m.plain=no boundary\n|", "m.eml: is damaged or cut off");
    gives("Content-Type: multipart/mixed\n\nnothing\n", "m.eml/m.mixed=nothing\n|", "m.eml/m.mixed: is damaged");
}

#define BASE64 "Content-Transfer-Encoding: base64\n\n"
#define WIDE "WmFiY2RlZmdoaWprbG1ub3BxcnN0\ndXZ3eHl6WmFiY2RlZmdoaWprbG1u\n"
#define WIDE_READ                                                                                                      \
    "Zabcdefghijklmnopqrstuvwxyz"                                                                                      \
    "Zabcdefghijklmn"
#define FOOTER "___\nlist mailing list\n"

TEST(base64_ends_where_text_is_below_it)
{
    gives(BASE64 "Wm/Dqw==\n-- \nA list\n", "m.eml/m.plain=Zo\xc3\xab|m.eml/m-2.plain=\n-- \nA list\n|", NULL);
    gives(BASE64 WIDE "bw==\n" FOOTER, "m.eml/m.plain=" WIDE_READ "o|m.eml/m-2.plain=\n" FOOTER "|", NULL);
    gives(BASE64 WIDE "bw\n" FOOTER, "m.eml/m.plain=" WIDE_READ "o|m.eml/m-2.plain=\n" FOOTER "|", NULL);
    gives(BASE64 WIDE "b3Bx\n" FOOTER, "m.eml/m.plain=" WIDE_READ "opq|m.eml/m-2.plain=\n" FOOTER "|", NULL);
    gives(BASE64 WIDE FOOTER, "m.eml/m.plain=" WIDE_READ "|m.eml/m-2.plain=\n" FOOTER "|", NULL);
    gives(BASE64 WIDE "b3Bx\nlist\n=====\n", "m.eml/m.plain=" WIDE_READ "opq|m.eml/m-2.plain=\nlist\n=====\n|", NULL);
    gives(BASE64 WIDE "\nlist\na mail\n", "m.eml/m.plain=" WIDE_READ "|m.eml/m-2.plain=\n\nlist\na mail\n|", NULL);
    gives(BASE64 WIDE "list\nkey=value\n", "m.eml/m.plain=" WIDE_READ "\x96\x2b\x2d|m.eml/m-2.plain=\nkey=value\n|",
          NULL);
    gives(HEAD "--b\n" BASE64 "Wm/Dqw==\nA list\n--b\n\nHi\n--b--\n",
          "m.eml/m-1.plain=Zo\xc3\xab|m.eml/m-2.plain=\nA list|m.eml/m-3.plain=Hi|", NULL);
}

TEST(base64_may_lack_its_padding)
{
    gives(BASE64 "Wm/Dqw\n", "m.eml/m.plain=Zo\xc3\xab|", NULL);
    gives(BASE64 "Wm/Dqw=\n", "m.eml/m.plain=Zo\xc3\xab|", NULL);
    gives(BASE64 "Wm/Dqw=\n=\n", "m.eml/m.plain=Zo\xc3\xab|", NULL);
    gives(BASE64 "Wm/Dq3\n", "m.eml/m.plain=Zo\xc3\xab|", "m.eml/m.plain: is damaged");
    gives(BASE64 "Wm/D=\n", "m.eml/m.plain=Zo\xc3|", "m.eml/m.plain: is damaged");
}

TEST(a_boundary_that_no_head_names_is_seen)
{
    gives("Content-Type: multipart/mixed\n\n--x y\nContent-Type: text/plain\n\nHi\n--x y--\n", "m.eml/m-1.plain=Hi|",
          NULL);
    gives("--x\nContent-Type: text/plain\n\nHi\n--x--\n", "m.eml/m-1.plain=Hi|", NULL);
}

TEST(only_a_whole_line_is_a_boundary)
{
    gives(HEAD "--b\n\n--bc\n --b\n---b\n--b x\nx --b\n--b \t\r\n\nHo\n--b--  \n",
          "m.eml/m-1.plain=--bc\n --b\n---b\n--b x\nx --b|m.eml/m-2.plain=Ho|", NULL);
}

TEST(parts_in_parts_are_walked)
{
    gives(HEAD "--b\nContent-Type: multipart/alternative; boundary=bb\n\n--bb\n\nHi\n--bb\nContent-Type: "
               "text/html\n\n<p>\n--bb--\n"
               "\n--b\n\nHo\n--b--\n",
          "m.eml/m-1.plain=Hi|m.eml/m-2.html=<p>|m.eml/m-3.plain=Ho|", NULL);
    gives(HEAD "--b\nContent-Type: multipart/alternative; boundary=bb\n\n--bb\n\nHi\n--b\n\nHo\n--b--\n",
          "m.eml/m-1.plain=Hi|m.eml/m-2.plain=Ho|", NULL); /* an inner one may lack its end */
}

TEST(mails_in_mails_are_opened_down_to_the_depth)
{
    static const char inner[] = HEAD "--b\nContent-Type: message/rfc822\n\nMessage-ID: <2@x>\n\nHi\n--b--\n";
    char mail[2000], more[4000];
    gives(inner, "m.eml/m-1.eml/m-1.plain=Hi|", NULL);
    snprintf(mail, sizeof mail,
             "Content-Type: multipart/mixed; boundary=c\n\n--c\nContent-Type: message/rfc822\n\n%s\n--c--\n", inner);
    gives(mail, "m.eml/m-1.eml/m-1-1.eml/m-1-1.plain=Hi|", NULL);
    snprintf(more, sizeof more,
             "Content-Type: multipart/mixed; boundary=d\n\n--d\nContent-Type: message/rfc822\n\n%s\n--d\n\nHo\n--d--\n",
             mail);
    gives(more, "m.eml/m-2.plain=Ho|", "archives are nested more deeply");
}

TEST(mails_of_one_file_have_folders)
{
    gives("From a Thu Jan  2 10:11:12 2025\nFrom: a\n\nOne\n\nFrom here on\n>From me\n\n"
          "From b Thu Jan  2 10:11:12 2025\n" HEAD "--b\n\nTwo\n--b--\n"
          "From c Thu Jan  2 10:11:12 2025\nFrom: c\n\nThree\n",
          "m.eml/m-1.eml/m-1.plain=One\n\nFrom here on\n>From me\n\n|m.eml/m-2.eml/m-2-1.plain=Two|"
          "m.eml/m-3.eml/m-3.plain=Three\n|",
          NULL);
    gives("From a Thu Jan  2 10:11:12 2025\nFrom: a\n\nOne\n", "m.eml/m.plain=One\n|", NULL);
}

/* What the names of parts are in the head of one. */
static void is_called(const char *line, const char *name)
{
    struct mime_head h;
    struct strbuf head = {0};
    strbuf_printf(&head, "%s\n\n", line);
    assert_int_equal(mime_head_read(span_of(head.at), &h), head.length);
    assert_string_equal(h.name, name);
    strbuf_done(&head);
}

TEST(names_are_read_as_heads_may_have_them)
{
    is_called("Content-Type: text/plain; name=a.mat", "a.mat");
    is_called("Content-Type: text/plain;\r\n\tcharset=x; NAME = \"a; b.mat\"", "a; b.mat");
    is_called("Content-Disposition: attachment; filename=\"../../x.mat\"", "x.mat");
    is_called("Content-Disposition: attachment; filename=\"C:\\matches\\x.mat\"", "x.mat");
    is_called("Content-Disposition: attachment; filename=\"..\"", "");
    is_called("Content-Disposition: attachment; filename*=utf-8'de'Zo%C3%AB.mat; filename=Zoe.mat", "Zo\xc3\xab.mat");
    is_called("Content-Disposition: attachment; filename*=iso-8859-1''Zo%EB.mat", "Zo\xc3\xab.mat");
    is_called(
        "Content-Disposition: attachment; filename*0*=iso-8859-1''Zo%EB; filename*1=\" and \";\n filename*2*=%EB.mat",
        "Zo\xc3\xab and \xc3\xab.mat");
    is_called("Content-Type: x/y; name=\"=?utf-8?Q?Zo=C3=AB_?=\n =?ISO-8859-1?B?6y5tYXQ=?=\"",
              "Zo\xc3\xab \xc3\xab.mat");
    is_called("Content-Type: x/y; name=\"a =?utf-8?q?=2F..=2Fb=0A.mat?= c\"", "b.mat c");
    is_called("Content-Type: x/y; name=\"=?utf-8?q?open.mat\"", "=?utf-8?q?open.mat");
    is_called("Content-Type: x/y; name=\"Zo\xeb.mat\"", "Zo\xc3\xab.mat");
    is_called("Content-Type: x/y; name=", "");
    is_called("Content-Type: x/y; name=\"open", "open");
}

TEST(a_charset_that_is_said_comes_along)
{
    struct noting n = {.taker = {.take = note}};
    struct diags d;
    diags_init(&d, NULL);
    const struct archive_source from = {NULL, span_of("Content-Type: text/plain; charset=\"koi8-r\"\n\nx\n")};
    assert_int_equal(archive_each(&from, "m", &wide, NULL, &n.taker, &d), ARCHIVE_READ);
    assert_string_equal(n.charset, "koi8-r");
    strbuf_done(&n.seen);
    diags_done(&d);
}

TEST(members_are_as_old_as_their_mail)
{
    static const struct {
        const char *date;
        int64_t written;
    } dates[] = {{"Thu, 2 Jan 2025 10:11:12 +0100", 1735809072},
                 {"2 Jan 2025 03:41 -0530 (x)", 1735809060},
                 {"Thu, 02 Jan 2025 09:11:12 GMT", 1735809072},
                 {"Thu, 31 Feb 2025 09:11:12 GMT", 0},
                 {"yesterday", 0}};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        struct mime_head h;
        char head[100];
        snprintf(head, sizeof head, "Date: %s\n\n", dates[i].date);
        (void)mime_head_read(span_of(head), &h);
        assert_int_equal(h.written, dates[i].written);
    }
    struct noting n = {.taker = {.take = note}};
    struct diags d;
    diags_init(&d, NULL);
    const struct archive_source from = {
        NULL, span_of("Date: 2 Jan 2025 09:11:12 +0000\n" HEAD "--b\nDate: 3 Jan 2025 09:11:12 +0000\n\nx\n--b--\n")};
    assert_int_equal(archive_each(&from, "m", &wide, NULL, &n.taker, &d), ARCHIVE_READ);
    assert_int_equal(n.written, 1735809072);
    strbuf_done(&n.seen);
    diags_done(&d);
}

/* A body behind a head, that many times over. */
static void many(struct strbuf *mail, size_t times, const char *part)
{
    strbuf_puts(mail, HEAD);
    for (size_t i = 0; i < times; i++)
        strbuf_printf(mail, "--b\n%s\n", part);
    strbuf_puts(mail, "--b--\n");
}

TEST(ten_thousand_parts_are_read_and_no_more_than_is_allowed)
{
    struct strbuf mail = {0};
    struct archive_limits limits = {.members = 10000, .bytes = 1 << 20, .depth = 3};
    many(&mail, 10000, "Content-Type: text/plain; name=a.mat\n\nx");
    for (int i = 0; i < 2; i++) {
        struct noting n = {.taker = {.take = note}};
        struct diags d;
        diags_init(&d, NULL);
        const struct archive_source from = {NULL, {mail.at, mail.length}};
        assert_int_equal(archive_each(&from, "m", &limits, NULL, &n.taker, &d),
                         i == 0 ? ARCHIVE_READ : ARCHIVE_IN_PART);
        assert_int_equal(n.n, limits.members);
        assert_int_equal(d.n_errors, i);
        assert_true(i == 0 || strstr(d.at[0].message, "m/a-10000.mat: the archive has more files") != NULL);
        strbuf_done(&n.seen);
        diags_done(&d);
        limits.members = 9999;
    }
    strbuf_done(&mail);
}

TEST(multiparts_in_each_other_without_end_are_opened_down_to_the_depth)
{
    for (int deep = 100; deep <= 200; deep += 100) {
        struct strbuf mail = {0};
        struct noting n = {.taker = {.take = note}};
        struct diags d;
        diags_init(&d, NULL);
        for (int i = 0; i < deep; i++)
            strbuf_printf(&mail, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
        strbuf_puts(&mail, "Content-Type: text/plain\n\nHi");
        for (int i = deep; i-- > 0;)
            strbuf_printf(&mail, "\n--b%d--", i);
        const struct archive_source from = {NULL, {mail.at, mail.length}};
        (void)archive_each(&from, "m", &wide, NULL, &n.taker, &d);
        if (deep == 100)
            assert_string_equal(strbuf_text(&n.seen), "m/m-1.mixed/m-1-1.plain=Hi|");
        assert_int_equal(d.n_errors, deep > 100);
        assert_true(deep == 100 || strstr(d.at[0].message, "archives are nested more deeply") != NULL);
        strbuf_done(&n.seen);
        diags_done(&d);
        strbuf_done(&mail);
    }
}

/* Cut anywhere, or with a bit turned over: a mail or none, with errors or other bytes; never a fault. */
TEST(damage_anywhere_is_no_fault)
{
    static const char good[] =
        "From a Thu Jan  2 10:11:12 2025\n" HEAD
        "--b\nContent-Transfer-Encoding: quoted-printable\n\nH=C3 =\nx \n--b\nContent-Type: x/y;\n name*0*=utf-8''%C3;"
        " name*1=\"b\"\nContent-Transfer-Encoding: base64\n\nWm/Dqw==\n--b--\nFrom b Thu Jan  2 10:11:12 2025\nX: "
        "y\n\nz\n";
    for (size_t i = 0; i < sizeof good - 1; i++) {
        char *copy = malloc(sizeof good);
        struct noting n = {.taker = {.take = note}};
        struct diags d;
        diags_init(&d, NULL);
        memcpy(copy, good, sizeof good);
        copy[i] ^= 0x10;
        struct archive_source from = {NULL, {copy, sizeof good - 1}};
        enum archive_found found = archive_each(&from, "m", &wide, NULL, &n.taker, &d);
        assert_int_equal(found == ARCHIVE_IN_PART, d.n_errors != 0);
        from.bytes.length = i;
        const size_t before = d.n_errors;
        found = archive_each(&from, "m", &wide, NULL, &n.taker, &d);
        assert_int_equal(found == ARCHIVE_IN_PART, d.n_errors != before);
        strbuf_done(&n.seen);
        diags_done(&d);
        free(copy);
    }
}

TEST_MAIN(NULL, NULL)
