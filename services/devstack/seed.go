package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// password is everybody's: these accounts exist in the emulator on this machine and nowhere else.
const password = "newsources-demo"

var demo = account{Email: "demo@example.org", Password: password}

// person is an account of the emulator. It forgets everything when it stops, so the ids are fixed: the
// same person is the same member after a restart.
type person struct {
	ID       string `json:"localId"`
	Email    string `json:"email"`
	Name     string `json:"displayName"`
	Verified bool   `json:"emailVerified"`
	Disabled bool   `json:"disabled,omitempty"`
	Hash     string `json:"passwordHash"`
	Salt     string `json:"salt"`
}

// people are one of each kind that may, or may not, use the tool.
var people = []person{
	{ID: "demo", Email: demo.Email, Name: "Demo Admin", Verified: true},
	{ID: "editor", Email: "editor@example.org", Name: "Eddy Editor", Verified: true},
	{ID: "viewer", Email: "viewer@example.org", Name: "Vera Viewer", Verified: true},
	{ID: "disabled", Email: "disabled@example.org", Name: "Dora Disabled", Verified: true, Disabled: true},
	{ID: "unverified", Email: "unverified@example.org", Name: "Uma Unverified"},
	{ID: "stranger", Email: "stranger@elsewhere.test", Name: "Sam Stranger", Verified: true},
}

// seed makes the accounts.
func seed(ctx context.Context, emulator string) error {
	const salt = "salt"
	users := make([]person, len(people))
	for i, p := range people {
		p.Salt, p.Hash = salt, fmt.Sprintf("fakeHash:salt=%s:password=%s", salt, password) // the emulator's own format
		users[i] = p
	}
	body, err := json.Marshal(map[string]any{"users": users})
	if err != nil {
		return err
	}
	address := emulator + "/identitytoolkit.googleapis.com/v1/projects/" + projectID + "/accounts:batchCreate"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer owner")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("make the demo accounts: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var answer struct{ Error []struct{ Message string } }
	if err := json.Unmarshal(text, &answer); err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("make the demo accounts: %s: %s", response.Status, text)
	}
	for _, e := range answer.Error {
		return fmt.Errorf("make the demo accounts: %s", e.Message)
	}
	return nil
}
