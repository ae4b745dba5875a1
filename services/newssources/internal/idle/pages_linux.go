package idle

import (
	"os"

	"golang.org/x/sys/unix"
)

// unmapExecutable removes the pages of the executable from the resident memory of the process. They stay in the page cache, from which the
// kernel maps those that are used again. Most pages were only used during the start.
func unmapExecutable() {
	file, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	smaps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, r := range cleanRegions(string(smaps), file) {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(r.start), uintptr(r.end-r.start), unix.MADV_DONTNEED) // an error leaves the pages resident
	}
}
