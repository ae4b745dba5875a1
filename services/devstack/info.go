package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// info tells tools where everything is. It holds a password and a key: only its owner may read the file.
type info struct {
	App          string         `json:"app"`
	API          string         `json:"api"`
	Metrics      string         `json:"metrics"`
	DatabaseURL  string         `json:"database_url"`
	Keys         string         `json:"credentials_keys"`
	AuthEmulator string         `json:"auth_emulator"`
	ProjectID    string         `json:"project_id"`
	Demo         account        `json:"demo"`
	Simulator    simulated      `json:"simulator"`
	PID          int            `json:"pid"`
	Children     map[string]int `json:"children"` // process ids by name, for tests that pause one
}

// simulated is where the simulated internet is: its DNS, the address of one of its sites, and all of their names.
type simulated struct {
	DNS     string   `json:"dns"`
	Example string   `json:"example"`
	Sites   []string `json:"sites"`
}

// account is what a person signs in with.
type account struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// write puts the file there whole: who waits for it never reads half of it.
func (i info) write(path string) error {
	text, err := json.MarshalIndent(i, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	writing := path + ".writing"
	if err := os.WriteFile(writing, append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(writing, path)
}
