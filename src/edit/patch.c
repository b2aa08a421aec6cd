/* JSON Patch, RFC 6902, as one transaction. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

/* Puts "operation 3 (move): " before the reason, and "$[3].path" as the path. */
static weft_status patch_failed(weft_error *err, weft_status st, size_t number, const char *op, const char *member) {
    if (!err) return st;
    char reason[sizeof err->reason];
    if (!err->code) weft__error_set(err, st, WEFT_STAGE_NONE, NULL);
    memcpy(reason, err->reason, sizeof reason);
    size_t used =
        (size_t)snprintf(err->reason, sizeof err->reason, "operation %llu%s%s%s: ", (unsigned long long)number,
                         op ? " (" : "", op ? op : "", op ? ")" : "");
    snprintf(err->reason + used, sizeof err->reason - used, "%.*s", (int)(sizeof err->reason - used - 1), reason);
    err->path[0] = 0;
    if (member) weft__error_path_member(err, weft_str_of(member));
    weft__error_path_index(err, number);
    return st;
}

static weft_status patch_string(weft_json op, const char *name, weft_str *out, weft_error *err) {
    weft_json v = weft_json_get(op, name);
    if (weft_json_kind(v) == WEFT_STRING) {
        *out = weft_json_as_str(v);
        return WEFT_OK;
    }
    return weft__error_set(err, WEFT_E_PATCH, WEFT_STAGE_NONE,
                           weft_json_exists(v) ? "\"%s\" is not a string" : "\"%s\" is missing", name);
}

static weft_status patch_test(weft_edit *e, weft_str path, weft_json value, weft_error *err) {
    weft__ref there;
    weft_status st = weft__edit_peek(e, path, &there, err);
    if (st) return st;
    void *block = NULL;
    size_t size = 0;
    weft_json v = { there.cell, there.doc };
    if (there.node) v.cell = weft__flatten_view(there.node, e->alloc, &block, &size);
    bool equal = false;
    st = v.cell ? weft_json_equal(v, value, &equal, e->alloc) : WEFT_E_MEMORY;
    weft__release(e->alloc, block, size);
    if (st) return weft__edit_error(err, st, NULL);
    return equal ? WEFT_OK : weft__edit_error(err, WEFT_E_TEST, "the value differs");
}

static bool patch_inside(weft_str from, weft_str path) { /* path lies below from */
    return path.len > from.len && path.ptr[from.len] == '/' && weft_str_starts(path, from);
}

/* One operation; *member: the member of it that is at fault. */
static weft_status patch_apply(weft_edit *e, weft_json op, weft_str name, const char **member, weft_error *err) {
    weft_str path, from;
    weft_json value = weft_json_get(op, "value");
    weft_edit_node *v = NULL;
    weft__ref there;
    weft_status st;
    *member = "path";
    if ((st = patch_string(op, "path", &path, err)) != WEFT_OK) return st;
    bool add = weft_str_equal(name, WEFT_STR("add")), replace = weft_str_equal(name, WEFT_STR("replace"));
    bool test = weft_str_equal(name, WEFT_STR("test")), move = weft_str_equal(name, WEFT_STR("move"));
    if (add || replace || test) {
        if (!value.cell) {
            *member = "value";
            return weft__edit_error(err, WEFT_E_PATCH, "\"value\" is missing");
        }
        if (test) return patch_test(e, path, value, err);
        if (replace && (st = weft__edit_peek(e, path, &there, err)) != WEFT_OK) return st;
        if (path.len && path.ptr[0] != '/')
            return weft__edit_token_error(err, WEFT_E_POINTER, 0, path, "a pointer starts with '/'");
        v = weft_node_clone(e, value, err);
        return v ? weft__edit_add(e, path, v, replace, err) : WEFT_E_MEMORY;
    }
    if (weft_str_equal(name, WEFT_STR("remove"))) return weft__edit_take(e, path, NULL, err);
    if (!move && !weft_str_equal(name, WEFT_STR("copy"))) {
        *member = "op";
        return weft__edit_error(err, WEFT_E_PATCH, "unknown operation");
    }
    *member = "from";
    if ((st = patch_string(op, "from", &from, err)) != WEFT_OK) return st;
    if ((st = weft__edit_peek(e, from, &there, err)) != WEFT_OK) return st;
    if (path.len && path.ptr[0] != '/') {
        *member = "path";
        return weft__edit_token_error(err, WEFT_E_POINTER, 0, path, "a pointer starts with '/'");
    }
    if (move) {
        if (weft_str_equal(from, path)) return WEFT_OK;
        if (patch_inside(from, path)) return weft__edit_error(err, WEFT_E_CYCLE, "a value cannot be moved into itself");
        if ((st = weft__edit_take(e, from, &v, err)) != WEFT_OK) return st;
    } else if (there.cell) { /* cells do not change: shared */
        v = weft_node_share(e, (weft_json){ there.cell, there.doc }, err);
    } else {
        v = weft_node_copy(e, there.node, err);
    }
    *member = "path";
    return v ? weft__edit_add(e, path, v, false, err) : WEFT_E_MEMORY;
}

weft_status weft_edit_patch(weft_edit *e, weft_json patch, weft_error *err) {
    weft_error local;
    if (!err) err = &local;
    memset(err, 0, sizeof *err);
    if (weft_json_kind(patch) != WEFT_ARRAY)
        return weft__edit_error(err, WEFT_E_PATCH, "a patch is an array of operations");
    weft_status st = WEFT_OK;
    weft__edit_begin(e);
    for (weft_iter it = weft_json_iter(patch); !st && weft_iter_next(&it);) {
        const char *member = NULL;
        weft_str name = { NULL, 0 };
        if (weft_json_kind(it.value) != WEFT_OBJECT) {
            st = weft__edit_error(err, WEFT_E_PATCH, "an operation is an object");
        } else {
            member = "op";
            st = patch_string(it.value, "op", &name, err);
            if (!st) st = patch_apply(e, it.value, name, &member, err);
        }
        if (st) {
            char op[16];
            snprintf(op, sizeof op, "%.*s", name.len > 15 ? 15 : (int)name.len, name.ptr ? name.ptr : "");
            patch_failed(err, st, it.index, name.ptr ? op : NULL, member);
        }
    }
    if (st) weft__edit_rollback(e);
    else weft__edit_commit(e);
    return st;
}

weft_doc *weft_json_patch(weft_json v, weft_json patch, const weft_alloc *alloc, weft_error *err) {
    weft_doc *doc = NULL;
    weft_edit *e = weft_edit_new(v, alloc);
    if (!e) weft__edit_error(err, WEFT_E_MEMORY, NULL);
    else if (!weft_edit_patch(e, patch, err)) doc = weft_edit_freeze(e, alloc, err);
    weft_edit_free(e);
    return doc;
}
