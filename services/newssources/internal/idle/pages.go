package idle

import (
	"strconv"
	"strings"
)

// region is a range of addresses.
type region struct{ start, end uint64 }

// cleanRegions returns the regions of a process that map a file for reading and whose pages are unchanged, from the content of
// /proc/PID/smaps. They can be unmapped, because the kernel reads them from the file when they are used again. A region with changed
// pages, such as one with relocations, is omitted: its changes would be lost.
func cleanRegions(smaps, file string) []region {
	var regions []region
	var current region
	readOnly := false
	for line := range strings.Lines(smaps) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 6 && !strings.HasSuffix(fields[0], ":"):
			first, last, _ := strings.Cut(fields[0], "-")
			start, startErr := strconv.ParseUint(first, 16, 64)
			end, endErr := strconv.ParseUint(last, 16, 64)
			readOnly = startErr == nil && endErr == nil && fields[5] == file && strings.HasPrefix(fields[1], "r-") && strings.HasSuffix(fields[1], "p")
			current = region{start, end}
		case len(fields) == 3 && fields[0] == "Anonymous:" && readOnly && fields[1] == "0":
			regions = append(regions, current)
		case len(fields) > 0 && !strings.HasSuffix(fields[0], ":"): // a region without a file
			readOnly = false
		}
	}
	return regions
}
