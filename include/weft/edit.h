/* weft/edit.h - changing JSON: an editable document over an immutable one, a builder, pointers, patches, differences,
 * equality and hashes.
 *
 *   weft_edit *e = weft_edit_new(weft_doc_root(doc), NULL);
 *   weft_edit_node *server = weft_node_get(weft_edit_root(e), WEFT_STR("server"), &err);
 *   weft_node_set(server, WEFT_STR("port"), weft_node_int(e, 8080), &err);
 *   weft_edit_write(e, &out, NULL, &err);
 *   weft_edit_free(e);
 *
 * An editable document costs nothing until edited: whatever was not touched is still the cells and strings of its base,
 * which must outlive it. Touching a container costs one word per child, and a node for each child that is looked at.
 *
 * A node belongs to the weft_edit that made it and lives until that is freed, also when it is taken out of the tree. A
 * node is in one place at most: what is in a document already must be detached, moved or copied. Nodes of another
 * weft_edit are refused (WEFT_E_FOREIGN), as is putting a container into itself (WEFT_E_CYCLE). Functions that take a
 * value accept NULL for it and then fail with WEFT_E_MEMORY, so that making and placing chain. Every call either
 * succeeds or leaves the document as it was. Names and strings are copied and must be UTF-8 (WEFT_E_UTF8). Nothing
 * recurses on depth. One thread at a time. */
#ifndef WEFT_EDIT_H
#define WEFT_EDIT_H

#include <weft/json.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weft_edit weft_edit;
typedef struct weft_edit_node weft_edit_node;

/* ---- the document ----------------------------------------------------------------------------------------------- */
/* base: what is edited, or WEFT_NONE for a document without a root. O(1). NULL: out of memory. */
WEFT_API weft_edit *weft_edit_new(weft_json base, const weft_alloc *alloc);
/* NULL is allowed. Frees all nodes, placed or not. */
WEFT_API void weft_edit_free(weft_edit *e);
/* NULL when there is none. */
WEFT_API weft_edit_node *weft_edit_root(const weft_edit *e);
/* The old root is detached. */
WEFT_API weft_status weft_edit_set_root(weft_edit *e, weft_edit_node *value, weft_error *err);
/* Appends the text, as weft_json_write does (every option). Untouched parts go through the document writer. */
WEFT_API weft_status weft__edit_write(const weft_edit *e, weft_buf *out, const weft_write_opts *opts, size_t opts_size,
                                      weft_error *err);
static inline weft_status weft_edit_write(const weft_edit *e, weft_buf *out, const weft_write_opts *opts,
                                          weft_error *err) {
    return weft__edit_write(e, out, opts, sizeof(weft_write_opts), err);
}
/* A new immutable document that depends on nothing else; of the whole, or of one value. O(n). */
WEFT_API weft_doc *weft_edit_freeze(const weft_edit *e, const weft_alloc *alloc, weft_error *err);
WEFT_API weft_doc *weft_node_freeze(const weft_edit_node *v, const weft_alloc *alloc, weft_error *err);

/* ---- making values ---------------------------------------------------------------------------------------------- */
/* Each gives a node that is in no place yet. NULL: out of memory, or where said so. */
WEFT_API weft_edit_node *weft_node_null(weft_edit *e);
WEFT_API weft_edit_node *weft_node_bool(weft_edit *e, bool v);
WEFT_API weft_edit_node *weft_node_int(weft_edit *e, int64_t v);
WEFT_API weft_edit_node *weft_node_uint(weft_edit *e, uint64_t v);
/* NaN and infinities: NULL with WEFT_E_NONFINITE. */
WEFT_API weft_edit_node *weft_node_real(weft_edit *e, double v, weft_error *err);
/* Not UTF-8: NULL with WEFT_E_UTF8. */
WEFT_API weft_edit_node *weft_node_str(weft_edit *e, weft_str v, weft_error *err);
WEFT_API weft_edit_node *weft_node_array(weft_edit *e);
WEFT_API weft_edit_node *weft_node_object(weft_edit *e);
/* A value of any document. share: its strings and cells are used where they are, and must outlive e; O(1). copy: they
 * are copied; O(n). WEFT_NONE: NULL with WEFT_E_ARGUMENT. */
WEFT_API weft_edit_node *weft_node_share(weft_edit *e, weft_json v, weft_error *err);
WEFT_API weft_edit_node *weft_node_clone(weft_edit *e, weft_json v, weft_error *err);
/* A deep copy of a node of any weft_edit as a node of e; strings are shared within one weft_edit. O(1) when v was never
 * touched and is of e, else O(n). */
WEFT_API weft_edit_node *weft_node_copy(weft_edit *e, const weft_edit_node *v, weft_error *err);

/* ---- looking ---------------------------------------------------------------------------------------------------- */
/* WEFT_NONE for NULL. */
WEFT_API weft_kind weft_node_kind(const weft_edit_node *v);
/* Elements, members, bytes of a string; else 0. */
WEFT_API size_t weft_node_len(const weft_edit_node *v);
/* The value as weft_json: a scalar, or a container that was not touched. WEFT_NONE for others. Valid until the node is
 * changed. */
WEFT_API weft_json weft_node_view(const weft_edit_node *v);
/* The container a node is in, or NULL; its name there (empty in arrays); its place there, 0 for none. */
WEFT_API weft_edit_node *weft_node_parent(const weft_edit_node *v);
WEFT_API weft_str weft_node_name(const weft_edit_node *v);
WEFT_API size_t weft_node_index(const weft_edit_node *v);
/* The last member of a name / the child at a place. NULL with WEFT_E_MISSING, WEFT_E_KIND or WEFT_E_MEMORY. By name: a
 * walk in small objects, an index in large ones that are asked often. By place: O(1). The first touch of a container is
 * O(children). */
WEFT_API weft_edit_node *weft_node_get(weft_edit_node *object, weft_str name, weft_error *err);
WEFT_API weft_edit_node *weft_node_at(weft_edit_node *container, size_t index, weft_error *err);

/* ---- changing --------------------------------------------------------------------------------------------------- */
/* Replaces the member called name in its place (of several the last stays the last), or appends one. */
WEFT_API weft_status weft_node_set(weft_edit_node *object, weft_str name, weft_edit_node *value, weft_error *err);
/* Puts a value before the child at index; index may be the length. O(children behind). A name that exists is
 * WEFT_E_DUPLICATE. */
WEFT_API weft_status weft_node_insert(weft_edit_node *array, size_t index, weft_edit_node *value, weft_error *err);
WEFT_API weft_status weft_node_insert_member(weft_edit_node *object, size_t index, weft_str name, weft_edit_node *value,
                                             weft_error *err);
/* Behind the last element. O(1) amortised. */
WEFT_API weft_status weft_node_append(weft_edit_node *array, weft_edit_node *value, weft_error *err);
/* value takes the place (and name) of old, which is detached. */
WEFT_API weft_status weft_node_replace(weft_edit_node *old, weft_edit_node *value, weft_error *err);
/* Takes a node out of its place; nothing happens when it has none. It can be placed again. */
WEFT_API void weft_node_detach(weft_edit_node *v);
/* Every member of that name / the child at index. WEFT_E_MISSING, WEFT_E_KIND. */
WEFT_API weft_status weft_node_remove(weft_edit_node *object, weft_str name, weft_error *err);
WEFT_API weft_status weft_node_remove_at(weft_edit_node *container, size_t index, weft_error *err);
/* Takes v, wherever it is, and puts it into another place, as set and insert do. index counts without v. */
WEFT_API weft_status weft_node_move_to_member(weft_edit_node *v, weft_edit_node *object, weft_str name,
                                              weft_error *err);
WEFT_API weft_status weft_node_move_to(weft_edit_node *v, weft_edit_node *array, size_t index, weft_error *err);
/* Gives a member another name; WEFT_E_DUPLICATE when another member has it. Its place stays. */
WEFT_API weft_status weft_node_rename(weft_edit_node *member, weft_str name, weft_error *err);
/* Sorts members by name, bytewise (compare NULL) or as compare says; stable. deep: in all objects below, too. */
WEFT_API weft_status weft_node_sort(weft_edit_node *v, bool deep, int (*compare)(weft_str a, weft_str b, void *ctx),
                                    void *ctx, weft_error *err);
/* Sorts the elements of an array; stable. compare may look at nodes, not change them. */
WEFT_API weft_status weft_node_sort_elements(weft_edit_node *array,
                                             int (*compare)(const weft_edit_node *a, const weft_edit_node *b,
                                                            void *ctx),
                                             void *ctx, weft_error *err);
/* Members of `from` are set in target; where both have an object, that is merged in turn. Anything else of target is
 * replaced. `from` is copied. Unlike a merge patch, null is a value. O(size of from). */
WEFT_API weft_status weft_node_merge(weft_edit_node *target, weft_json from, weft_error *err);

/* ---- JSON Pointer (RFC 6901) ------------------------------------------------------------------------------------ */
/* err->reason names the token that failed, err->offset its place in the pointer; WEFT_E_POINTER, WEFT_E_MISSING. */
WEFT_API weft_edit_node *weft_edit_at(weft_edit *e, weft_str pointer, weft_error *err);
/* Replaces the value that is there, or adds the member or the element behind the last one; the container must exist. */
WEFT_API weft_status weft_edit_set(weft_edit *e, weft_str pointer, weft_edit_node *value, weft_error *err);
/* As the operation add of RFC 6902: elements are inserted before the index; "-" is behind the last. */
WEFT_API weft_status weft_edit_add(weft_edit *e, weft_str pointer, weft_edit_node *value, weft_error *err);
/* The root may not be removed (WEFT_E_POINTER). */
WEFT_API weft_status weft_edit_remove(weft_edit *e, weft_str pointer, weft_error *err);

/* A Relative JSON Pointer (draft-bhutton-relative-json-pointer-00), seen from a node of the tree: "1/name", "0-1",
 * "2+1/x", "0#". With '#' the result is a name (in_object) or an index, without it a node. */
typedef struct weft_relative {
    weft_edit_node *node; /* NULL with '#' */
    bool in_object;
    weft_str name;
    size_t index;
} weft_relative;
WEFT_API weft_status weft_node_relative(weft_edit_node *from, weft_str pointer, weft_relative *out, weft_error *err);

/* ---- patches ---------------------------------------------------------------------------------------------------- */
/* JSON Patch, RFC 6902. All operations or none: when one fails, e is as before, err->path names the operation
 * ("$[3].path") and err->reason what failed and why (WEFT_E_PATCH: malformed; WEFT_E_TEST; WEFT_E_POINTER,
 * WEFT_E_MISSING...). Values are copied from patch. test compares as weft_json_equal. */
WEFT_API weft_status weft_edit_patch(weft_edit *e, weft_json patch, weft_error *err);
/* Merge Patch, RFC 7386. Atomic. */
WEFT_API weft_status weft_edit_merge_patch(weft_edit *e, weft_json patch, weft_error *err);
/* The same from documents to a new document. */
WEFT_API weft_doc *weft_json_patch(weft_json v, weft_json patch, const weft_alloc *alloc, weft_error *err);
WEFT_API weft_doc *weft_json_merge_patch(weft_json v, weft_json patch, const weft_alloc *alloc, weft_error *err);
/* A patch that makes `to` of `from`: for the first function RFC 6902, for the second RFC 7386. Elements that were moved
 * in an array become move operations, insertions and removals touch nothing else: a longest common subsequence of
 * the part that differs, where old times new elements are at most 4 million; beyond that, elements are matched by hash
 * in their order. The order of members is not told. A merge patch cannot say that a member becomes null:
 * WEFT_E_UNSUPPORTED. Objects with repeated names are replaced as a whole (merge patch: WEFT_E_UNSUPPORTED). */
WEFT_API weft_doc *weft_json_diff(weft_json from, weft_json to, const weft_alloc *alloc, weft_error *err);
WEFT_API weft_doc *weft_json_merge_diff(weft_json from, weft_json to, const weft_alloc *alloc, weft_error *err);

/* ---- equality and hash ------------------------------------------------------------------------------------------ */
/* Same value: kinds agree, strings by their bytes, arrays in order, objects in any order of members (a name that occurs
 * more than once: all its values, in their order). Numbers by value: integers of 64 bits exactly, 1 equals 1.0 and
 * -0.0; others (also raw numbers) as the nearest doubles; NaN equals NaN. WEFT_NONE equals only itself. alloc: for
 * temporary memory (nesting beyond 32, members in another order); WEFT_E_MEMORY when it fails. O(n log n). */
WEFT_API weft_status weft_json_equal(weft_json a, weft_json b, bool *equal, const weft_alloc *alloc);
/* 64 bits; equal values have equal hashes. Not for hostile input, not stable between versions. O(n). */
WEFT_API weft_status weft_json_hash(weft_json v, uint64_t *hash, const weft_alloc *alloc);

/* ---- building from nothing -------------------------------------------------------------------------------------- */
/* Values in document order:
 *   weft_build *b = weft_build_new(NULL);
 *   weft_build_object(b); weft_build_key(b, WEFT_STR("n")); weft_build_int(b, 1); weft_build_end(b);
 *   weft_doc *doc = weft_build_finish(b, &err);
 * The first mistake (WEFT_E_STATE: no name before a member, a name outside of an object, two roots, an end too many, an
 * open end; WEFT_E_NONFINITE; WEFT_E_UTF8; WEFT_E_MEMORY) is kept, later calls do nothing, and finish reports it: what
 * comes out is always a value. Every function accepts NULL for b. Repeated names are kept, as a reader keeps them. */
typedef struct weft_build weft_build;
WEFT_API weft_build *weft_build_new(const weft_alloc *alloc);
WEFT_API weft_status weft_build_null(weft_build *b);
WEFT_API weft_status weft_build_bool(weft_build *b, bool v);
WEFT_API weft_status weft_build_int(weft_build *b, int64_t v);
WEFT_API weft_status weft_build_uint(weft_build *b, uint64_t v);
WEFT_API weft_status weft_build_real(weft_build *b, double v);
WEFT_API weft_status weft_build_str(weft_build *b, weft_str v);
/* A value of any document, copied. */
WEFT_API weft_status weft_build_json(weft_build *b, weft_json v);
WEFT_API weft_status weft_build_array(weft_build *b);
WEFT_API weft_status weft_build_object(weft_build *b);
WEFT_API weft_status weft_build_key(weft_build *b, weft_str name);
/* Closes the innermost container. */
WEFT_API weft_status weft_build_end(weft_build *b);
/* The document, or NULL; b is freed in any case. */
WEFT_API weft_doc *weft_build_finish(weft_build *b, weft_error *err);
/* Gives up. NULL is allowed. */
WEFT_API void weft_build_free(weft_build *b);

#ifdef __cplusplus
}
#endif
#endif
