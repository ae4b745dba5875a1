package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// The addresses of the demo accounts whose role is not DEFAULT_ROLE.
const (
	viewerEmail      = "viewer@example.org"
	contributorEmail = "contributor@example.org"
)

// invite invites a demo account with a role; without an invitation, the account gets DEFAULT_ROLE at
// its first sign-in. The demo administrator creates the invitation through the API. If the data of an
// earlier run has the invitation or the member, the API answers 409, and nothing is changed.
func (s *stack) invite(ctx context.Context, email, role string) error {
	token, err := s.idToken(ctx, demo)
	if err != nil {
		return err
	}
	send := func(method, path string, body io.Reader, header http.Header) (*http.Response, error) {
		request, err := http.NewRequestWithContext(ctx, method, s.info.API+"/newssources"+path, body)
		if err != nil {
			return nil, err
		}
		if header != nil {
			request.Header = header
		}
		request.Header.Set("Accept", "application/json")
		request.Header.Set("Authorization", "Bearer "+token)
		return http.DefaultClient.Do(request)
	}
	session, err := send(http.MethodGet, "/session", nil, nil)
	if err != nil {
		return err
	}
	defer session.Body.Close()
	header := http.Header{"Content-Type": {"application/json"}}
	for _, cookie := range session.Cookies() {
		if cookie.Name == "XSRF-TOKEN" {
			header.Set("Cookie", cookie.Name+"="+cookie.Value)
			header.Set("X-XSRF-TOKEN", cookie.Value)
		}
	}
	created, err := send(http.MethodPost, "/invitations",
		strings.NewReader(`{"email": "`+email+`", "role": "`+role+`"}`), header)
	if err != nil {
		return err
	}
	defer created.Body.Close()
	if created.StatusCode != http.StatusCreated && created.StatusCode != http.StatusConflict {
		text, _ := io.ReadAll(created.Body)
		return fmt.Errorf("%s: %s", created.Status, text)
	}
	return nil
}

// idToken signs in an account at the auth emulator and returns its ID token.
func (s *stack) idToken(ctx context.Context, a account) (string, error) {
	body, err := json.Marshal(map[string]any{"email": a.Email, "password": a.Password, "returnSecureToken": true})
	if err != nil {
		return "", err
	}
	address := s.info.AuthEmulator + "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct{ IDToken string }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("sign in as %s: %s", a.Email, response.Status)
	}
	return answer.IDToken, nil
}
