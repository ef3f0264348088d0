/* The LaTeX report: escaping, structure; that it compiles is shown by `make latex-check`. */
#include "support/annotated.h"
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <stdlib.h>
#include <string.h>

TEST(a_report_has_boards_tables_and_statistics)
{
    expect_parts(annotated_match(3), "latex",
                 (const char *const[]){"\\begin{filecontents*}{kibitzer.sty}",
                                       "\\ProvidesPackage{kibitzer}",
                                       "\\end{filecontents*}",
                                       "\\documentclass",
                                       "\\begin{document}",
                                       "\\kbzlink{g1m4}{Game 1, move 4}",
                                       "\\kbzsection{Game 1 ",
                                       "\\textbf{8/5 6/5}",
                                       "\\kbzanchor{g1m2}\\begin{kbzdoubtful}",
                                       "why not \\textless{}24/20\\textgreater{}?{}",
                                       "\\kbzchequers{1}{6}{5}",
                                       "\\kbzarrow{played}{24}",
                                       "\\kbzarrow{best}{24}",
                                       "XGID=-{}b-{}",
                                       "\\textbf{24/23 13/9}&\\textbf{+0.200}",
                                       "{Cube: \\textbf{No double, take} (16.7",
                                       "\\kbzsection{",
                                       "Chequer play",
                                       "\\end{document}\n",
                                       NULL});
}

TEST(boards_have_the_look_that_is_asked_for)
{
    struct match *m = annotated_match(3);
    struct export_options o;
    export_defaults(&o);
    char *text = written_with(m, "latex", &o);
    assert_non_null(strstr(text, "\\definecolor{kbztable}{HTML}{EFE5D2}\n"));
    assert_null(strstr(text, "\n\\kbzhomelefttrue\n"));
    free(text);
    o.look = (struct board_look){.theme = 1, .home_left = true, .colours = {true, {0xffcc00, 0x0000aa}}};
    text = written_with(m, "latex", &o);
    assert_non_null(
        strstr(text, "\\definecolor{kbzpointlight}{HTML}{FFFFFF}\\definecolor{kbzpointlightedge}{HTML}{000000}\n"));
    assert_non_null(strstr(text, "\\definecolor{kbzlight}{HTML}{FFCC00}"));
    assert_non_null(strstr(text, "\\definecolor{kbzdark}{HTML}{0000AA}"));
    assert_non_null(strstr(text, "\n\\kbzhomelefttrue\n"));
    free(text);
    match_free(m);
}

TEST(names_hold_no_commands)
{
    struct match *m = annotated_match(3);
    m->player[0].name = "\\input{/etc/passwd}%$&#_^~";
    char *text = written(m, "latex", NULL);
    assert_null(strstr(text, "\\input"));
    assert_non_null(strstr(text, "\\textbackslash{}input\\{/etc/passwd\\}\\%\\$\\&\\#\\_"));
    free(text);
    match_free(m);
}

TEST(characters_beyond_ascii_are_declared_once)
{
    struct match *m = annotated_match(3);
    m->player[0].name = "\xE6\x97\xA5\xE6\x97\xA5";
    expect_parts(m, "latex", (const char *const[]){"\\kbzchar{\xE6\x97\xA5}{65E5}\n", "\\begin{document}", NULL});
}

TEST(long_words_can_be_broken)
{
    struct match *m = annotated_match(3);
    char name[101];
    memset(name, 'x', 100);
    name[100] = '\0';
    m->player[1].name = name;
    char *text = written(m, "latex", NULL);
    assert_null(strstr(text, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")); /* 30 */
    free(text);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
