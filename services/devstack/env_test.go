package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnvExportsTheSettingsOfTheRunningStack(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("STATE_DIR", dir)
	var out strings.Builder
	if err := printEnv(&out); err == nil || !strings.Contains(err.Error(), "make run") {
		t.Fatalf("without a stack: %v", err)
	}
	running := info{DatabaseURL: "postgres://app:pass'word$1@localhost:5432/x", Keys: "key with spaces"}
	running.Simulator.DNS = "127.0.0.1:5353"
	data, err := json.Marshal(running)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "devstack.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := printEnv(&out); err != nil {
		t.Fatal(err)
	}
	script := out.String() + `env | grep -E '^(DATABASE_URL|CREDENTIALS_KEYS|FETCH_LAB|PRODUCTION)=' | sort`
	got, err := exec.Command("sh", "-c", script).Output()
	want := "CREDENTIALS_KEYS=key with " +
		"spaces\nDATABASE_URL=postgres://app:pass'word$1@localhost:5432/x\nFETCH_LAB=127.0.0.1:5353\nPRODUCTION=false\n"
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
}
