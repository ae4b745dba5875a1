package main

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

func TestEmulatorHasSameUsersAfterRestart(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := newStack(config{root: root, state: t.TempDir()})
		t.Cleanup(s.stopAll)
		if err := s.startEmulator(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, p := range emulatorUsers {
			id, problem := signIn(t, s.info.AuthEmulator, p.Email)
			if want := map[bool]string{true: "USER_DISABLED"}[p.Disabled]; problem != want {
				t.Errorf("%s: %q, want %q", p.Email, problem, want)
			} else if want == "" && id != p.ID {
				t.Errorf("%s: id %q, want %q", p.Email, id, p.ID)
			}
		}
		s.stopAll()
	}
}

func signIn(t *testing.T, emulator, email string) (id, problem string) {
	t.Helper()
	body := `{"email": "` + email + `", "password": "` + password + `", "returnSecureToken": true}`
	address := emulator + "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any"
	response, err := http.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		LocalID string
		Error   struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer.LocalID, answer.Error.Message
}
