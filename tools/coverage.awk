#!/usr/bin/awk -f
# Lines that tests have run, by room: reads what lcov gathers, prints a table in Markdown.
BEGIN { FS = "[:,]" }
/^SF:/ { room = $2; sub(/^.*\/src\//, "", room); room = room ~ /\// ? substr(room, 1, index(room, "/") - 1) : "(headers)" }
/^DA:/ { lines[room]++; run[room] += $3 > 0; all++; hit += $3 > 0 }
function row(name, of, n) { printf "| %s | %d | %.1f %% |\n", name, of, 100 * n / of }
END {
    print "| room | lines | run by tests |\n|---|---|---|"
    sorted = "printf '%s\\n' " list() " | sort" # awks differ in what they take for a command without this name
    while ((sorted | getline name) > 0) row("`" name "`", lines[name], run[name])
    row("all", all, hit)
}
function list(name, text) { for (name in lines) text = text " '" name "'"; return text }
