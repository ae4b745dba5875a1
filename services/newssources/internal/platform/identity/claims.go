package identity

import (
	"strings"
	"time"
	"unicode"

	"firebase.google.com/go/v4/auth"
)

// maxNameLength is the maximum length of a name in characters that the history displays. Firebase
// has no useful limit.
const maxNameLength = 200

// Claims are the verified claims of an ID token.
type Claims struct {
	UID           string
	Email         string
	EmailVerified bool
	Name          string
	Provider      string // sign-in method: password, google.com, anonymous …
	Tenant        string // of Identity Platform; empty without tenants
	AuthTime      time.Time
	IssuedAt      time.Time
	Expires       time.Time
}

// readClaims converts the claims of a verified token.
func readClaims(token *auth.Token) Claims {
	email, _ := token.Claims["email"].(string)
	verified, _ := token.Claims["email_verified"].(bool)
	name, _ := token.Claims["name"].(string)
	return Claims{
		UID:           token.UID,
		Email:         email,
		EmailVerified: verified,
		Name:          cleanName(name),
		Provider:      token.Firebase.SignInProvider,
		Tenant:        token.Firebase.Tenant,
		AuthTime:      time.Unix(token.AuthTime, 0),
		IssuedAt:      time.Unix(token.IssuedAt, 0),
		Expires:       time.Unix(token.Expires, 0),
	}
}

// cleanName removes control and bidirectional characters from a display name: PostgreSQL refuses
// NUL, and bidi controls could disguise the rest of a line.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > maxNameLength {
		name = strings.TrimSpace(string(runes[:maxNameLength]))
	}
	return name
}
