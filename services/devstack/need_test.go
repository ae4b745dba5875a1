package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Programs are installed where we may; elsewhere the person is told how.
func TestNeed(t *testing.T) {
	dir := t.TempDir()
	write := func(name, script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)

	err := need(t.Context(), []string{"nginx", "envsubst"})
	if err == nil || !strings.HasPrefix(err.Error(), "missing: nginx-light, gettext-base: on Debian: sudo apt-get install") {
		t.Errorf("without apt-get: %v", err)
	}

	write("apt-get", `echo "$@" >>`+dir+`/asked`)
	err = need(t.Context(), []string{"nginx", "envsubst"})
	asked, _ := os.ReadFile(filepath.Join(dir, "asked"))
	if os.Geteuid() == 0 {
		want := "update\ninstall -y --no-install-recommends nginx-light gettext-base\n"
		if err != nil || string(asked) != want {
			t.Errorf("as root: %v, asked %q", err, asked)
		}
	} else if err == nil || len(asked) != 0 {
		t.Errorf("as somebody else: %v, asked %q", err, asked)
	}

	write("nginx", "")
	write("apt-get", "exit 1")
	if err := need(t.Context(), []string{"nginx"}); err != nil {
		t.Errorf("when it is there: %v", err)
	}
}
