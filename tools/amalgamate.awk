# Expands includes of our own files. INC set: public headers (<weft/...> once each, everything else kept).
# SRC set: sources ("room/file.h" expanded, <weft/...> dropped: weft.h is there). A guarded header that is included outside any
# #if is expanded once; inside an #if, or without a guard (a template), every time: its guard then does the rest.

function guarded(path, line, found) {
    if (path in is_guarded) return is_guarded[path]
    found = 0
    while ((getline line < path) > 0)
        if (line ~ /^#ifndef WEFT_[A-Z0-9_]*_H$/) { found = 1; break }
    close(path)
    return is_guarded[path] = found
}

function expand(path, outer,    line, name, target) {
    level++
    n_lines[level] = 0
    while ((getline line < path) > 0) text[level, ++n_lines[level]] = line
    close(path)
    cursor[level] = 0
    depths[level] = outer - (guarded(path) ? 1 : 0) # a guard is no condition
    while (++cursor[level] <= n_lines[level]) {
        line = text[level, cursor[level]]
        if (line ~ /^[ \t]*#[ \t]*if/) depths[level]++
        if (line ~ /^[ \t]*#[ \t]*endif/) depths[level]--
        if (line ~ /^[ \t]*#[ \t]*include[ \t]*<weft\//) {
            if (INC == "") continue
            name = line
            sub(/^[^<]*</, "", name); sub(/>.*$/, "", name)
            target = INC name
            if (!(target in seen)) { seen[target] = 1; expand(target, 0) }
            continue
        }
        if (SRC != "" && line ~ /^[ \t]*#[ \t]*include[ \t]*"/) {
            name = line
            sub(/^[^"]*"/, "", name); sub(/".*$/, "", name)
            target = SRC name
            if (guarded(target) && depths[level] <= 0) {
                if (target in seen) continue
                seen[target] = 1
            }
            expand(target, depths[level])
            continue
        }
        print line
    }
    level--
}

BEGIN {
    for (i = 1; i < ARGC; i++) {
        file = ARGV[i]
        if (SRC != "") {
            shown = file
            sub(/^.*\/src\//, "src/", shown)
            printf "\n/* ======== %s */\n", shown
        }
        seen[file] = 1
        expand(file, 0)
    }
}
