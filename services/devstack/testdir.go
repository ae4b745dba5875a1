package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/newsources/newsources/services/devstack/internal/lock"
)

const (
	// memoryDir is a file system in memory, on Linux.
	memoryDir = "/dev/shm"
	// minMemory is the free memory in bytes that tests need to keep their databases in memory. The Go tests
	// use 0.2 GiB.
	minMemory = 4 << 30

	lockSuffix = ".lock"
)

// testDir creates a directory for a server, on the disk at parent or in memory, and returns it and a
// function that removes it. Directories of processes that were killed are removed as well.
func testDir(parent string, inMemory bool) (dir string, remove func(), err error) {
	if inMemory && freeMemory() >= minMemory {
		parent = memoryDir
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", nil, err
	}
	locks, _ := filepath.Glob(filepath.Join(parent, "newsources-testdb-*"+lockSuffix))
	for _, path := range locks {
		if held, err := lock.Try(path); err == nil {
			removeTestDir(path)
			held.Release()
		}
	}
	file, err := os.CreateTemp(parent, "newsources-testdb-*"+lockSuffix)
	if err != nil {
		return "", nil, err
	}
	file.Close()
	held, err := lock.Acquire(file.Name())
	if err != nil {
		return "", nil, err
	}
	remove = func() {
		removeTestDir(file.Name())
		held.Release()
	}
	dir = strings.TrimSuffix(file.Name(), lockSuffix)
	if err = os.Mkdir(dir, 0o755); err != nil { // the server may run as another user
		remove()
	}
	return dir, remove, err
}

func removeTestDir(lockFile string) {
	os.RemoveAll(strings.TrimSuffix(lockFile, lockSuffix))
	os.Remove(lockFile)
}

// freeMemory returns the bytes that are free in memoryDir and in memory, or 0 if they are unknown.
func freeMemory() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	var available uint64 // KiB
	_, line, _ := strings.Cut(string(text), "MemAvailable:")
	if _, err := fmt.Sscan(line, &available); err != nil {
		return 0
	}
	var files syscall.Statfs_t
	if err := syscall.Statfs(memoryDir, &files); err != nil {
		return 0
	}
	return min(files.Bavail*uint64(files.Bsize), available<<10)
}
