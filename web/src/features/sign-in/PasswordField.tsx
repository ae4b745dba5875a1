import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './SignInPage.module.css';

/**
 * A password field with a button that shows the password. Mantine's field would load more code than
 * the form.
 */
export function PasswordField(props: TextInputProps) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      rightSectionWidth={64}
      rightSection={
        <button
          type="button"
          className={`text-button ${classes.textButton}`}
          aria-pressed={isVisible}
          aria-label={isVisible ? 'Hide password' : 'Show password'}
          onClick={() => setIsVisible(!isVisible)}
        >
          {isVisible ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
