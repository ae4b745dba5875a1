//go:build !linux

package idle

// unmapExecutable does nothing on systems other than Linux.
func unmapExecutable() {}
