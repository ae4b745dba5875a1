package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDirsOfKilledProcessesAreRemoved leaves a directory without a lock, as a killed process does.
func TestDirsOfKilledProcessesAreRemoved(t *testing.T) {
	parent := t.TempDir()
	killed := filepath.Join(parent, "newsources-testdb-1")
	if err := os.Mkdir(killed, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(killed+lockSuffix, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	used, remove, err := testDir(parent, false)
	if err != nil {
		t.Fatal(err)
	}
	other, removeOther, err := testDir(parent, false)
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{killed: false, used: true, other: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s: %v", dir, err)
		}
	}
	remove()
	removeOther()
	if left, err := os.ReadDir(parent); len(left) > 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}
