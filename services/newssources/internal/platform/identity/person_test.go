package identity

import (
	"net/http"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestRoleAllows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		have Role
		may  map[Role]bool
	}{
		{Viewer, map[Role]bool{Viewer: true}},
		{Editor, map[Role]bool{Viewer: true, Editor: true}},
		{Admin, map[Role]bool{Viewer: true, Editor: true, Admin: true}},
		{"", nil},
		{"owner", nil},
	} {
		for _, least := range []Role{Viewer, Editor, Admin, "", "owner"} {
			if got := c.have.Allows(least); got != c.may[least] {
				t.Errorf("%q allows %q: %t", c.have, least, got)
			}
		}
	}
}

func TestParseRole(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{"viewer": true, "editor": true, "admin": true, "Admin": false, "": false} {
		if role, err := ParseRole(name); good != (err == nil) || good && string(role) != name {
			t.Errorf("%q: %q, %v", name, role, err)
		}
	}
}

func TestPersonInContext(t *testing.T) {
	t.Parallel()
	if _, ok := FromContext(t.Context()); ok {
		t.Error("an empty context has a person")
	}
	ana := Person{UID: "uid-ana", Role: Editor}
	if got, ok := FromContext(NewContext(t.Context(), ana)); !ok || got != ana {
		t.Errorf("got %+v", got)
	}
}

func TestBearer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		headers []string
		want    string // empty: refused
	}{
		{nil, ""},
		{[]string{""}, ""},
		{[]string{"Bearer"}, ""},
		{[]string{"Bearer "}, ""},
		{[]string{"Basic YTpi"}, ""},
		{[]string{"abc"}, ""},
		{[]string{"Bearer abc", "Bearer def"}, ""},
		{[]string{"Bearer abc"}, "abc"},
		{[]string{"bearer   abc "}, "abc"},
	} {
		got, err := Bearer(&http.Request{Header: http.Header{"Authorization": c.headers}})
		if got != c.want || (c.want == "") != problem.Is(err, problem.Unauthenticated) {
			t.Errorf("%q: got %q, %v", c.headers, got, err)
		}
	}
}
