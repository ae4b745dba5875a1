// Package tree finds the root of the repository.
package tree

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// Root returns the root of the repository that contains the current directory.
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
			return "", usererror.New("run this inside the repository", "%s is not in the News Sources repository", dir)
		}
	}
}
