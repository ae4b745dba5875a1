// Package jsonfile writes JSON files that other processes wait for.
package jsonfile

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Write replaces the file atomically with the JSON of value, so that a reader never sees a partial
// file. Only the owner may read it.
func Write(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temporary := path + ".tmp"
	if err := os.WriteFile(temporary, append(text, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(temporary, path)
}
