// Package tree finds the repository.
package tree

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/say"
)

// Root walks up to our go.mod, so that everything works in each folder of the tree.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		mod, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && strings.HasPrefix(string(mod), "module github.com/newsources/newsources\n") {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", say.Errorf("run this in the repository", "%s is not in the repository of News Sources", dir)
		}
	}
}
