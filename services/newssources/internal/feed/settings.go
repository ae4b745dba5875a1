package feed

import (
	"errors"
	"strings"
	"time"

	"golang.org/x/text/encoding/htmlindex"
)

// CanonicalCharset gives an encoding the name that the web has for it: "latin1" is "windows-1252". It is false for what
// names none, and for names that stand for no text.
func CanonicalCharset(name string) (string, bool) {
	from, err := htmlindex.Get(strings.TrimSpace(name))
	if err != nil {
		return "", false
	}
	canonical, err := htmlindex.Name(from)
	return canonical, err == nil && canonical != "replacement" && canonical != "x-user-defined"
}

var errNoZone = errors.New("there is no time zone of that name")

// Zone finds a time zone by its name in IANA's database; an empty name is UTC. Names that mean something else on each
// machine, such as "Local", and those that count leap seconds are none.
func Zone(name string) (*time.Location, error) {
	if name == "" || name == "UTC" {
		return time.UTC, nil
	}
	area, _, placed := strings.Cut(name, "/")
	if !placed || area == "posix" || area == "right" {
		return nil, errNoZone
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errNoZone
	}
	return zone, nil
}
