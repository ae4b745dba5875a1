package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInstallPrograms(t *testing.T) {
	dir := t.TempDir()
	write := func(name, script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)

	err := installPrograms(t.Context(), []string{"nginx", "envsubst"})
	if err == nil || !strings.HasPrefix(err.Error(),
		"missing: nginx-light, gettext-base: on Debian: sudo apt-get install") {
		t.Errorf("without apt-get: %v", err)
	}

	write("apt-get", `echo "$@" >>`+dir+`/calls`)
	err = installPrograms(t.Context(), []string{"nginx", "envsubst"})
	calls, _ := os.ReadFile(filepath.Join(dir, "calls"))
	if os.Geteuid() == 0 {
		want := "update\ninstall -y --no-install-recommends nginx-light gettext-base\n"
		if err != nil || string(calls) != want {
			t.Errorf("as root: %v, calls %q", err, calls)
		}
	} else if err == nil || len(calls) != 0 {
		t.Errorf("as another user: %v, calls %q", err, calls)
	}

	write("nginx", "")
	write("apt-get", "exit 1")
	if err := installPrograms(t.Context(), []string{"nginx"}); err != nil {
		t.Errorf("with nginx installed: %v", err)
	}

	t.Run("fallback package", func(t *testing.T) {
		write("apt-get", `echo "$@" >`+dir+`/last; case "$*" in *headless*) exit 1; esac`)
		if err := installPrograms(t.Context(), []string{"chromium"}); err != nil && os.Geteuid() == 0 {
			t.Error(err)
		}
		last, _ := os.ReadFile(filepath.Join(dir, "last"))
		if want := "install -y --no-install-recommends chromium\n"; os.Geteuid() == 0 && string(last) != want {
			t.Errorf("last call %q", last)
		}
	})

	t.Run("preferred command", func(t *testing.T) {
		write("chromium", "")
		write("apt-get", `echo "$@" >`+dir+`/last; exit 1`)
		if err := installPrograms(t.Context(), []string{"chromium"}); err != nil {
			t.Errorf("the preferred command cannot be installed: %v", err)
		}
		write("apt-get", `echo "$@" >`+dir+`/last`)
		if err := installPrograms(t.Context(), []string{"chromium"}); err != nil {
			t.Errorf("the preferred command can be installed: %v", err)
		}
		last, _ := os.ReadFile(filepath.Join(dir, "last"))
		if want := "install -y --no-install-recommends chromium-headless-shell\n"; os.Geteuid() == 0 && string(last) != want {
			t.Errorf("last call %q", last)
		}
		write("chromium-headless-shell", "")
		write("apt-get", "exit 1")
		if err := installPrograms(t.Context(), []string{"chromium"}); err != nil {
			t.Errorf("with the preferred command installed: %v", err)
		}
	})
}
