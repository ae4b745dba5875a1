package npm

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// lockFile is the part of package-lock.json, and of the copy that npm keeps of what it has installed,
// that says what is there.
type lockFile struct {
	Packages map[string]struct {
		Version   string `json:"version"`
		Integrity string `json:"integrity"`
		Link      bool   `json:"link"`
		Optional  bool   `json:"optional"` // for another kind of machine, perhaps
		Peer      bool   `json:"peer"`
	} `json:"packages"`
}

// installed tells whether node_modules holds what the lock file says: also after somebody ran npm by hand.
func installed(dir string) (bool, error) {
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
		h, there := have.Packages[path]
		switch {
		case path == "" || w.Link:
		case !there && (w.Optional || w.Peer):
		case !there, h.Version != w.Version, h.Integrity != w.Integrity:
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
