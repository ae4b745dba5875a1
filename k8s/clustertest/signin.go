package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

const (
	userEmail = "editor@example.org"
	secret    = "not-a-secret"
	project   = "demo-newsources"
	toolkit   = "/identitytoolkit.googleapis.com/v1"
)

func startEmulator(ctx context.Context, _ *test) error {
	if _, err := kubectl(ctx, "apply", "--filename", "k8s/clustertest/auth-emulator.yaml"); err != nil {
		return err
	}
	_, err := kubectl(ctx, "rollout", "status", "deployment/auth-emulator", "--timeout=3m")
	return err
}

// signIn creates an account, signs in as the app does, and starts a session of the API.
func signIn(ctx context.Context, t *test) error {
	emulator, err := forward(ctx, "service/auth-emulator", "9099")
	if err != nil {
		return err
	}
	firebase := &browser{base: emulator, client: t.web.client}
	account, err := json.Marshal(map[string]any{"users": []any{map[string]any{
		"localId": "editor", "email": userEmail, "emailVerified": true, "displayName": "Demo Editor",
		// The password format of the emulator.
		"passwordHash": "fakeHash:salt=salt:password=" + secret, "salt": "salt",
	}}})
	if err != nil {
		return err
	}
	created, err := firebase.send(ctx, http.MethodPost, toolkit+"/projects/"+project+"/accounts:batchCreate",
		string(account), header("Authorization", "Bearer owner"))
	if err != nil || created.status != 200 {
		return fmt.Errorf("create the account: %d %s (%v)", created.status, created.body, err)
	}
	credentials := fmt.Sprintf(`{"email":%q,"password":%q,"returnSecureToken":true}`, userEmail, secret)
	signedIn, err := firebase.send(ctx, http.MethodPost, toolkit+"/accounts:signInWithPassword?key=any", credentials)
	if err != nil || signedIn.status != 200 {
		return fmt.Errorf("sign in: %d %s (%v)", signedIn.status, signedIn.body, err)
	}
	var token struct{ IDToken string }
	if err := json.Unmarshal([]byte(signedIn.body), &token); err != nil {
		return err
	}
	t.web.token = token.IDToken
	// The ingress may need about a second to notice that a pod is ready.
	return eventually(ctx, 30*time.Second, t.startSession)
}

func (t *test) startSession(ctx context.Context) error {
	session, err := t.web.get(ctx, "/newssources/session", accept("application/json"), t.web.bearer())
	if err != nil || session.status != 200 || !strings.Contains(session.body, userEmail) {
		return fmt.Errorf("start the session: %d %s (%v)", session.status, session.body, err)
	}
	for _, cookie := range (&http.Response{Header: session.header}).Cookies() {
		if cookie.Name == "XSRF-TOKEN" && cookie.Value != "" {
			t.web.xsrf = cookie.Value
			return nil
		}
	}
	return fmt.Errorf("the session has no anti-forgery cookie: %q", session.header.Values("Set-Cookie"))
}
