package npm

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// lockFile is the list of packages in package-lock.json, and in the copy of it that npm keeps in
// node_modules.
type lockFile struct {
	Packages map[string]struct {
		Version   string `json:"version"`
		Integrity string `json:"integrity"`
		Link      bool   `json:"link"`
		Optional  bool   `json:"optional"` // may be for another platform
		Peer      bool   `json:"peer"`
	} `json:"packages"`
}

// isInstalled reports whether node_modules contains exactly the packages of the lock file.
func isInstalled(dir string) (bool, error) {
	want, err := readLock(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return false, err
	}
	have, err := readLock(filepath.Join(dir, "node_modules", ".package-lock.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for path, w := range want.Packages {
		h, found := have.Packages[path]
		switch {
		case path == "" || w.Link:
		case !found && (w.Optional || w.Peer):
		case !found, h.Version != w.Version, h.Integrity != w.Integrity:
			return false, nil
		}
	}
	for path := range have.Packages {
		if _, known := want.Packages[path]; !known {
			return false, nil
		}
	}
	return true, nil
}

func readLock(path string) (lockFile, error) {
	var l lockFile
	text, err := os.ReadFile(path)
	if err != nil {
		return l, err
	}
	return l, json.Unmarshal(text, &l)
}
