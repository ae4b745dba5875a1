package npm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInstalledComparesWithLockFile(t *testing.T) {
	t.Parallel()
	const want = `{"packages": {"": {"name": "x"},
		"node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"},
		"node_modules/mac": {"version": "1.0.0", "integrity": "sha512-m", "optional": true}}}`
	for name, test := range map[string]struct {
		have string
		want bool
	}{
		"nothing installed": {"", false},
		"same packages":     {`{"packages": {"node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"}}}`, true},
		"different version": {`{"packages": {"node_modules/a": {"version": "1.0.1", "integrity": "sha512-a"}}}`,
			false},
		"different integrity": {`{"packages": {"node_modules/a": {"version": "1.0.0", "integrity": "sha512-b"}}}`,
			false},
		"missing package":          {`{"packages": {}}`, false},
		"extra package":            {`{"packages": {"node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"}, "node_modules/b": {}}}`, false},
		"with an optional package": {`{"packages": {"node_modules/a": {"version": "1.0.0", "integrity": "sha512-a"}, "node_modules/mac": {"version": "1.0.0", "integrity": "sha512-m"}}}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write := func(path, text string) error { return os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600) }
			if err := errors.Join(os.Mkdir(filepath.Join(dir, "node_modules"), 0o700),
				write("package-lock.json", want)); err != nil {
				t.Fatal(err)
			}
			if test.have != "" {
				if err := write("node_modules/.package-lock.json", test.have); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := isInstalled(dir); got != test.want || err != nil {
				t.Errorf("isInstalled = %v, %v; want %v", got, err, test.want)
			}
		})
	}
}

func TestIsSupported(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		"v20.19.0": true, "v20.20.2": true, "v22.13.0": true, "v24.0.0": true, "v100.1.0": true,
		"v21.7.3": false, "v22.0.0": false, "v22.12.0": false, "v23.11.0": false,
		"v20.18.9": false, "v18.20.4": false, "v8.0.0": false, "": false, "node": false,
	} {
		if got := isSupported(version); got != want {
			t.Errorf("isSupported(%q) = %v", version, got)
		}
	}
}

func TestFirstError(t *testing.T) {
	t.Parallel()
	out := "npm warn old\nnpm error code ENOTFOUND\nnpm error network request failed\nnpm error see the log\n"
	if got := firstError(out, errors.New("exit status 1")); got != "network request failed" {
		t.Errorf("firstError = %q", got)
	}
	if got := firstError("", errors.New("exit status 1")); got != "exit status 1" {
		t.Errorf("firstError = %q", got)
	}
}

func TestCheckReportsMissingPrograms(t *testing.T) {
	for name, test := range map[string]struct {
		node, npm string
		want      string
	}{
		"Node.js missing": {"", "exit 0", "node was not found on PATH: install Node.js 20.19+"},
		"Node.js too old": {"echo v18.20.4", "exit 0", "Node.js v18.20.4 is not supported: install Node.js 20.19+"},
		"npm missing":     {"echo v24.1.0", "", "npm was not found on PATH: install npm"},
		"all installed":   {"echo v24.1.0", "exit 0", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for program, script := range map[string]string{"node": test.node, "npm": test.npm} {
				if script == "" {
					continue
				}
				if err := os.WriteFile(filepath.Join(dir, program), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", dir)
			_, err := Check(t.Context())
			if got := fmt.Sprint(err); test.want == "" && err != nil || !strings.HasPrefix(got, test.want) {
				t.Errorf("Check: %v, want %q", err, test.want)
			}
		})
	}
}
