/* Standard output, with every failure noticed. */
#include "cli.h"

#include <errno.h>

static int output_error; /* the errno of the first failure */

void cli_put(weft_str text) {
    if (text.len && fwrite(text.ptr, 1, text.len, stdout) != text.len && !output_error) output_error = errno;
}

weft_status cli_quote(weft_buf *out, weft_str s) {
    weft_status st = weft_buf_byte(out, '"');
    while (s.len && !st) {
        size_t n = weft_utf8_valid(s);
        for (size_t i = 0; i < n && !st; i++) {
            unsigned char c = (unsigned char)s.ptr[i];
            if (c < 0x20 || c == '"' || c == '\\') st = weft_buf_printf(out, "\\u%04x", c);
            else st = weft_buf_byte(out, (char)c);
        }
        s = WEFT_TEXT(s.ptr + n, s.len - n);
        if (s.len && !st) {
            st = weft_buf_append(out, WEFT_STR("\xef\xbf\xbd"));
            s = WEFT_TEXT(s.ptr + 1, s.len - 1);
        }
    }
    return st ? st : weft_buf_byte(out, '"');
}

int cli_finish(int status) {
    errno = 0;
    bool failed = fflush(stdout) != 0;
    if (failed && !output_error) output_error = errno;
    if (!failed && !ferror(stdout) && !output_error) return status;
    fprintf(stderr, "weft: <stdout>: cannot write: %s\n", output_error ? strerror(output_error) : "an earlier failure");
    return CLI_INVALID;
}
