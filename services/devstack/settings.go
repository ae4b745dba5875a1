package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/proc"
)

// settings are the values of the web server's templates, and the folder with these.
type settings struct {
	dir    string
	values map[string]string
}

// readSettings asks settings.envsh, which the image uses too, for the templates' values. That needs
// nothing but a shell, where filling them in with envsubst needs gettext.
func readSettings(ctx context.Context, dir string, env []string) (settings, error) {
	const script = `set -eu; . ./settings.envsh; for n in $TEMPLATE_VARIABLES; do eval "printf '%s=%s\n' \"$n\" \"\$$n\""; done`
	cmd := proc.Command(ctx, 0, "sh", "-c", script)
	cmd.Dir, cmd.Env = dir, env
	out, err := proc.Output(cmd)
	if err != nil {
		return settings{}, fmt.Errorf("%s", strings.TrimSpace(string(out))) // it says what is wrong with which
	}
	s := settings{dir: dir, values: map[string]string{}}
	for line := range strings.Lines(string(out)) {
		if name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
			s.values[name] = value
		}
	}
	return s, nil
}

// fill returns the template with the values in it; nginx's own variables look the same and stay.
func (s settings) fill(template string) (string, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, template))
	if err != nil {
		return "", err
	}
	pairs := make([]string, 0, 2*len(s.values))
	for name, value := range s.values {
		pairs = append(pairs, "${"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(string(text)), nil
}
