/* GeoJSON (RFC 7946): a union by the member "type", lists of lists of positions, foreign members kept.
 *   geojson [file.json] */
#include <weft/weft.h>

WEFT_SHAPES(weft_list(double)) /* a position is a list of two or three numbers */
WEFT_SHAPES(weft_list(weft_list(double)))
WEFT_SHAPES(weft_list(weft_list(weft_list(double))))

#define POINT(F) F(weft_list(double), coordinates, .min_len = 2)
WEFT_STRUCT(Point, POINT)
#define LINE(F) F(weft_list(weft_list(double)), coordinates, .min_len = 1)
WEFT_STRUCT(Line, LINE)
#define POLYGON(F) F(weft_list(weft_list(weft_list(double))), coordinates)
WEFT_STRUCT(Polygon, POLYGON)
#define MULTI(F) F(weft_list(weft_list(weft_list(weft_list(double)))), coordinates)
WEFT_STRUCT(MultiPolygon, MULTI)

#define GEOMETRY(V)                                                                                                    \
    V(GEO_POINT, Point, point, .key = "Point")                                                                         \
    V(GEO_MULTI_POINT, Line, multi_point, .key = "MultiPoint")                                                         \
    V(GEO_LINE, Line, line, .key = "LineString")                                                                       \
    V(GEO_MULTI_LINE, Polygon, multi_line, .key = "MultiLineString")                                                   \
    V(GEO_POLYGON, Polygon, polygon, .key = "Polygon")                                                                 \
    V(GEO_MULTI_POLYGON, MultiPolygon, multi_polygon, .key = "MultiPolygon")
WEFT_UNION(Geometry, GEOMETRY, .repr = WEFT_INTERNAL, .tag = "type")

#define FEATURE(F)                                                                                                     \
    F(weft_str, type, .one_of = "Feature")                                                                             \
    F(weft_ptr(Geometry), geometry)                                                                                    \
    F(weft_map(weft_raw), properties, .nullable = true, .optional = true) F(weft_extra, foreign)
WEFT_STRUCT(Feature, FEATURE)
#define COLLECTION(F)                                                                                                  \
    F(weft_str, type, .one_of = "FeatureCollection") F(weft_list(Feature), features) F(weft_extra, foreign)
WEFT_STRUCT(Collection, COLLECTION)

static const char sample[] = "{\"type\":\"FeatureCollection\",\"features\":["
                             "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[102.0,0.5]},"
                             "\"properties\":{\"name\":\"buoy\",\"depth\":12}},"
                             "{\"type\":\"Feature\",\"geometry\":{\"coordinates\":[[[0,0],[4,0],[4,3],[0,0]]],\"type\":"
                             "\"Polygon\"},\"properties\":null,\"id\":7},"
                             "{\"type\":\"Feature\",\"geometry\":null,\"properties\":{}}],\"crs\":{\"local\":true}}";

static size_t positions(const Geometry *g) {
    size_t n = 0;
    switch (g->tag) {
    case GEO_POINT: return 1;
    case GEO_MULTI_POINT:
    case GEO_LINE: return g->line.coordinates.count;
    case GEO_MULTI_LINE:
    case GEO_POLYGON:
        for (size_t i = 0; i < g->polygon.coordinates.count; i++) n += g->polygon.coordinates.items[i].count;
        return n;
    case GEO_MULTI_POLYGON:
        for (size_t i = 0; i < g->multi_polygon.coordinates.count; i++)
            for (size_t k = 0; k < g->multi_polygon.coordinates.items[i].count; k++)
                n += g->multi_polygon.coordinates.items[i].items[k].count;
        return n;
    }
    return 0;
}

int main(int argc, char **argv) {
    weft_error err;
    Collection *c = argc > 1 ? Collection_new_from_json_file(argv[1], NULL, &err)
                             : Collection_new_from_json(WEFT_TEXT(sample, sizeof sample - 1), NULL, &err);
    if (!c) {
        weft_error_print(stderr, &err);
        return 1;
    }
    size_t n = 0;
    for (size_t i = 0; i < c->features.count; i++)
        if (c->features.items[i].geometry) n += positions(c->features.items[i].geometry);
    printf("%zu features, %zu positions, %zu foreign members\n", c->features.count, n, c->foreign.count);
    /* what was read is written back, foreign members and all, and means the same */
    weft_buf out = { 0 };
    Collection *again = NULL;
    if (!Collection_to_json(c, &out, &err)) again = Collection_new_from_json(weft_buf_str(&out), NULL, &err);
    bool good = again && Collection_equal(c, again) && (argc > 1 || (n == 5 && c->foreign.count == 1));
    weft_free(again);
    weft_buf_free(&out);
    weft_free(c);
    return good ? 0 : 1;
}
