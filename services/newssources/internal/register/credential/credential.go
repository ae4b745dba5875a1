// Package credential implements the user names and passwords of endpoints: their validation, masking in
// logs, and encryption (ADR 7).
package credential

import (
	"encoding/json"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Maximum lengths in characters, as in openapi.yaml.
const (
	MaxUsername = 200
	MaxPassword = 500
)

// Credentials are the user name and the password of an endpoint. They are masked in logs, JSON and
// formatted output.
type Credentials struct{ Username, Password string }

const mask = "(hidden)"

// String returns a mask.
func (c Credentials) String() string { return mask }

// GoString returns a mask, because "%#v" would print the fields.
func (c Credentials) GoString() string { return mask }

// LogValue returns a mask, because a JSON log would contain the fields.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(mask) }

// MarshalJSON returns a mask.
func (c Credentials) MarshalJSON() ([]byte, error) { return json.Marshal(mask) }

// Seal encrypts c, bound to the id of its owner row and to its address, so that the credentials are
// never sent to another server than the one they were saved for.
func (c Credentials) Seal(keys *seal.Keys, owner uuid.UUID, address string) ([]byte, error) {
	plain, err := json.Marshal([3]string{c.Username, c.Password, address})
	if err != nil {
		return nil, err
	}
	return keys.Seal(plain, owner[:])
}

// Open decrypts credentials that Seal encrypted for owner. It returns nil if address is on another server
// than the one for which the credentials were saved.
func Open(keys *seal.Keys, sealed []byte, owner uuid.UUID, address weburl.URL) (*Credentials, error) {
	plain, err := keys.Open(sealed, owner[:])
	if err != nil {
		return nil, err
	}
	var parts [3]string
	if err := json.Unmarshal(plain, &parts); err != nil {
		return nil, seal.ErrDamaged
	}
	savedAddress, err := weburl.Parse(parts[2])
	if err != nil {
		return nil, seal.ErrDamaged
	}
	if !address.KeepsCredentialsOf(savedAddress) {
		return nil, nil
	}
	return &Credentials{parts[0], parts[1]}, nil
}

// Validate adds an error for each invalid value. prefix is prepended to the JSON pointers.
func (c Credentials) Validate(wrong *problem.Fields, prefix string) {
	switch name := c.Username; {
	case name == "" && c.Password == "":
		wrong.Add(prefix+"/username", "required", "Enter a user name, a password, or both.")
	case utf8.RuneCountInString(name) > MaxUsername:
		wrong.Add(prefix+"/username", "too_long", "A user name can have at most %d characters.", MaxUsername)
	case textkey.HasControlCharacters(name) || strings.Contains(name, ":"): // RFC 7617 §2
		wrong.Add(prefix+"/username", "characters", "A user name can't contain a colon or control characters.")
	}
	switch {
	case utf8.RuneCountInString(c.Password) > MaxPassword:
		wrong.Add(prefix+"/password", "too_long", "A password can have at most %d characters.", MaxPassword)
	case textkey.HasControlCharacters(c.Password):
		wrong.Add(prefix+"/password", "characters", "A password can't contain control characters.")
	}
}
