package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// password is the password of all demo accounts, which exist only in the emulator on this machine.
const password = "newsources-demo"

var demo = account{Email: "demo@example.org", Password: password}

// emulatorUser is a user record of the auth emulator. The emulator keeps nothing across restarts,
// so ids are fixed: a user remains the same member.
type emulatorUser struct {
	ID       string `json:"localId"`
	Email    string `json:"email"`
	Name     string `json:"displayName"`
	Verified bool   `json:"emailVerified"`
	Disabled bool   `json:"disabled,omitempty"`
	Hash     string `json:"passwordHash"`
	Salt     string `json:"salt"`
}

// emulatorUsers has one user for each role and for each reason to refuse access.
var emulatorUsers = []emulatorUser{
	{ID: "demo", Email: demo.Email, Name: "Demo Admin", Verified: true},
	{ID: "editor", Email: "editor@example.org", Name: "Demo Editor", Verified: true},
	{ID: "contributor", Email: contributorEmail, Name: "Demo Contributor", Verified: true},
	{ID: "viewer", Email: viewerEmail, Name: "Demo Viewer", Verified: true},
	{ID: "disabled", Email: "disabled@example.org", Name: "Disabled Member", Verified: true, Disabled: true},
	{ID: "unverified", Email: "unverified@example.org", Name: "Unverified Account"},
	{ID: "other-domain", Email: "other-domain@elsewhere.test", Name: "Account of Another Domain", Verified: true},
}

// seed creates the demo accounts in the emulator.
func seed(ctx context.Context, emulator string) error {
	const salt = "salt"
	users := make([]emulatorUser, len(emulatorUsers))
	for i, p := range emulatorUsers {
		p.Salt, p.Hash = salt, fmt.Sprintf("fakeHash:salt=%s:password=%s", salt, password) // the emulator's password format
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
		return fmt.Errorf("create the demo accounts: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var answer struct{ Error []struct{ Message string } }
	if err := json.Unmarshal(text, &answer); err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("create the demo accounts: %s: %s", response.Status, text)
	}
	for _, e := range answer.Error {
		return fmt.Errorf("create the demo accounts: %s", e.Message)
	}
	return nil
}
