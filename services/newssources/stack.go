package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"

	"github.com/newsources/newsources/services/newssources/internal/seal"
)

// devstackFile is where `make run` says what runs where.
const devstackFile = ".local/devstack.json"

// environment answers what the process was told. A command without DATABASE_URL is for the stack that runs here; what else
// it isn't told is as that stack has it, so that both open the same passwords and know the same sites.
func environment() func(name string) string {
	here, err := readStack()
	if err != nil || os.Getenv("DATABASE_URL") != "" {
		return os.Getenv
	}
	told := map[string]string{
		"DATABASE_URL": here.DatabaseURL, "CREDENTIALS_KEYS": here.CredentialsKeys,
		"FETCH_LAB": here.Simulator.DNS, "PRODUCTION": "false",
	}
	return func(name string) string { return cmp.Or(os.Getenv(name), told[name]) }
}

// stack is what `make run` tells of itself.
type stack struct {
	DatabaseURL     string `json:"database_url"`
	CredentialsKeys string `json:"credentials_keys"`
	Simulator       struct {
		DNS string `json:"dns"`
	} `json:"simulator"`
}

func readStack() (here stack, err error) {
	data, err := os.ReadFile(devstackFile)
	if err == nil {
		err = json.Unmarshal(data, &here)
	}
	return here, err
}

func databaseURL(getenv func(string) string) (string, error) {
	if url := getenv("DATABASE_URL"); url != "" {
		return url, nil
	}
	return "", errors.New("no database: set DATABASE_URL, or start the tool with `make run` first (" + devstackFile + " says where it is)")
}

func credentialsKeys(getenv func(string) string) (*seal.Keys, error) {
	r := reader{getenv: getenv}
	return r.keys("CREDENTIALS_KEYS"), errors.Join(r.wrong...)
}
