/* Ends what scan.h began. */
#undef scanner
#undef scan_groups
#undef scan_window
#undef scan_refill
#undef scan_begin
